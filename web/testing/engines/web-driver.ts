/** WebDriver (https://www.w3.org/TR/webdriver2/), the classic one: a command is an HTTP call. */

export interface WebDriver {
  /** @throws Error with the driver's own words when it refuses. */
  get<Value>(path: string): Promise<Value>;
  post<Value>(path: string, body?: object): Promise<Value>;
  delete(path: string): Promise<void>;
}

interface Refusal {
  readonly error: string;
  readonly message: string;
}

/** @param url of a driver that listens. Opens a session with these capabilities; paths are below it. */
export async function openWebDriver(url: string, capabilities: object): Promise<WebDriver> {
  async function call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const reply = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await reply.json()) as { readonly value: unknown };
    if (!reply.ok) throw new Error(`${path}: ${(value as Refusal).error}: ${(value as Refusal).message}`);
    return value as Value;
  }
  const asked = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await call<{ readonly sessionId: string }>("POST", "/session", asked);
  const session = `/session/${sessionId}`;
  return {
    get: (path) => call("GET", session + path),
    post: (path, body = {}) => call("POST", session + path, body),
    delete: (path) => call("DELETE", session + path),
  };
}
