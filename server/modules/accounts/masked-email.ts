/** An e-mail address that its owner's friend recognises and nobody else can write to. */

/** 'asha.rao@example.co.in' gives 'a***@e***.in'. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  const dot = domain.lastIndexOf(".");
  return `${initial(name)}***@${initial(domain)}***${dot > 0 ? domain.slice(dot) : ""}`;
}

/** The first character, which may be two code units. */
const initial = (text: string): string => [...text][0] ?? "";
