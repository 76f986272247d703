import { type UrlVerdict, webhookUrl } from "../webhooks/webhook-url.ts";

/**
 * Checks the URL of a file to send. The rules are the same as for a webhook's URL, except that http is allowed. Even
 * so, files are only fetched from public addresses. Spec: Media object, `url`.
 * @param allowPrivate whether names without a dot and private addresses are allowed, as on a single machine.
 */
export function sentFileUrl(text: string, allowPrivate: boolean): UrlVerdict {
  if (!/^https?:\/\/[^/]/i.test(text)) return { error: "Use a url that begins with https:// or http://." };
  const authority = text.slice(text.indexOf("//") + 2).split(/[/?#\\]/, 1)[0] ?? "";
  if (authority.includes("@")) {
    return { error: "The url contains a user name or password. Put the file where it can be fetched without them." };
  }
  const verdict = webhookUrl(text.replace(/^http:/i, "https:"), allowPrivate);
  return "error" in verdict || !URL.canParse(text) ? verdict : { url: new URL(text) };
}
