/** The one page that a plain-http visitor from another machine sees. Static, so nothing can leak through it. */
export const tlsPage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>https needed - Strikeboard</title>
<h1>This address needs https</h1>
<p>Over plain http a login could be read by anyone on the way, so Strikeboard answers plain http only on
localhost, 127.0.0.1 and [::1].</p>
<p>For whoever runs this server: put a reverse proxy with TLS in front of it, and set PUBLIC_URL and TRUST_PROXY=1.</p>
`;
