const CHANGES_DIRECTION = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns a stranger's name without characters that hide text or change its direction, or null if nothing remains. */
export const plainName = (name: string | null): string | null => {
  const plain = (name ?? "").replaceAll(CHANGES_DIRECTION, "").trim();
  return plain === "" ? null : plain;
};
