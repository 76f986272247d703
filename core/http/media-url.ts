import { webhookUrl } from "../domain/webhooks/webhook-url.ts";

/** A url to fetch a file from after the rules, or the sentence that says what is wrong with it. */
export type MediaUrlVerdict = { url: URL } | { error: string };

/**
 * The rules for a url that a file is fetched from, also for one that a redirect leads to: http or https, no user name or
 * password, a host on the public internet, no port of another protocol. Without looking at the network.
 * @param base what a relative url of a redirect is relative to.
 */
export function mediaUrl(text: string, allowPrivate: boolean, base?: URL): MediaUrlVerdict {
  if (!URL.canParse(text, base?.href)) return { error: "This is not a valid url. Check its host and port." };
  const url = new URL(text, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { error: "Give a url that begins with https:// or http://." };
  }
  if (url.username !== "" || url.password !== "") {
    return { error: "The url holds a user name or password. Give one that needs none." };
  }
  // Host and port have the same rules as a webhook's; the rest of the url is the sender's own affair.
  const verdict = webhookUrl(`https://${url.host}/`, allowPrivate);
  return "error" in verdict ? verdict : { url };
}
