/** What a path says behind its page's own part: '/register/abc' behind '/register' is 'abc'; '' where there is nothing. */
export function tailOf(path: string, page: string): string {
  const tail = path.slice(page.length).replace(/^\/|\/$/g, "");
  try {
    return decodeURIComponent(tail);
  } catch {
    return tail; // a stray '%' is nobody's secret
  }
}
