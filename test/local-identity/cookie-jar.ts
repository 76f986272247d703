/** A browser without pages. It stores cookies and follows one redirect at a time. */
export class CookieJar {
  readonly cookies = new Map<string, { value: string; path: string; line: string }>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async go(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#origin);
    const sent = [...this.cookies].filter(([, { path: of }]) => url.pathname.startsWith(of));
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: {
        ...(init.headers as Record<string, string>),
        ...(sent.length > 0 && {
          cookie: sent.map(([name, { value }]) => `${name.split("|")[0]}=${value}`).join("; "),
        }),
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects within this origin until a response isn't a redirect. */
  async follow(path: string, init: RequestInit = {}): Promise<{ response: Response; path: string; text: string }> {
    let at = path;
    let response = await this.go(at, init);
    while (response.status >= 300 && response.status < 400) {
      const next = new URL(response.headers.get("location") ?? "/", new URL(at, this.#origin));
      at = `${next.pathname}${next.search}`;
      response = await this.go(at);
    }
    return { response, path: at, text: await response.text() };
  }

  post(path: string, fields: Record<string, string>) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return this.follow(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    const path = /path=([^;]+)/i.exec(attributes.join(";"))?.[1] ?? "/";
    const isGone = value === "" || /max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line);
    const key = `${name}|${path}`;
    if (isGone) this.cookies.delete(key);
    else this.cookies.set(key, { value, path, line });
  }
}
