/** The maximum lengths of a host name and of a label (RFC 1035, section 2.3.4). */
const NAME_MAX_CHARS = 253;
const LABEL_MAX_CHARS = 63;

/**
 * Whether a name can be a DNS host name: at most 253 characters, made of labels of 1 to 63 letters, digits and hyphens,
 * with no hyphen at either end of a label. A trailing dot denotes the root and is ignored. Underscores are allowed:
 * names that contain them resolve and are in use, for example under hosting services' wildcard certificates.
 * @param name in lower case and punycode, as returned by `URL`.
 */
export function isHostName(name: string): boolean {
  const labels = name.replace(/\.$/, "").split(".");
  const length = labels.join(".").length;
  return (
    length <= NAME_MAX_CHARS &&
    labels.every((label) => label.length <= LABEL_MAX_CHARS && /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))
  );
}

/** Whether a label can be the last label of a public name: either letters only or punycode. */
export const isTopLevel = (label: string) => /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(label);
