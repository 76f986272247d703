import { webhookUrl } from "../domain/webhooks/webhook-url.ts";

/** The checked URL of a file to fetch, or a sentence that describes the problem. */
export type FetchableUrlVerdict = { url: URL } | { error: string };

/**
 * Checks the URL of a file to fetch, or of a redirect: http or https, no user name or password, a host on the public
 * internet, no port of another protocol. Does not use the network.
 * @param base the URL used to resolve a redirect's relative URL.
 */
export function fetchableUrl(text: string, allowPrivate: boolean, base?: URL): FetchableUrlVerdict {
  if (!URL.canParse(text, base?.href)) return { error: "This is not a valid url. Check its host and port." };
  const url = new URL(text, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { error: "Use a url that begins with https:// or http://." };
  }
  if (url.username !== "" || url.password !== "") {
    return { error: "The url contains a user name or password. Use a url that needs neither." };
  }
  // The host and port must follow the same rules as a webhook's. The rest of the URL is up to the sender of the file.
  const verdict = webhookUrl(`https://${url.host}/`, allowPrivate);
  return "error" in verdict ? verdict : { url };
}
