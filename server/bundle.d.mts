export function bundle(
  out: string,
  options?: { readonly also?: readonly string[]; readonly sourcemap?: boolean },
): Promise<void>;
