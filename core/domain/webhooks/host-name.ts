/** RFC 1035, 2.3.4: of a whole name, and of one label. */
const NAME_MAX_CHARS = 253;
const LABEL_MAX_CHARS = 63;

/**
 * Whether a name is one that the DNS can lead to a host: labels of 1 to 63 letters, digits and hyphens that begin and
 * end with no hyphen, 253 characters in all. A dot at the end is the root's and counts for nothing. An underscore is
 * taken too: such names resolve and are in use, also below the wildcard certificates of hosting services.
 * @param name lower case and punycode, as `URL` gives it.
 */
export function isHostName(name: string): boolean {
  const labels = name.replace(/\.$/, "").split(".");
  const length = labels.join(".").length;
  return (
    length <= NAME_MAX_CHARS &&
    labels.every((label) => label.length <= LABEL_MAX_CHARS && /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))
  );
}

/** Whether a label can be the last one of a public name: letters, or punycode. */
export const isTopLevel = (label: string) => /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(label);
