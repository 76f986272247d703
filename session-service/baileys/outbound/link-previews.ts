import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { Get } from "../../../core/http/guarded-get.ts";
import { type MadePreview, makePreview, type PreviewOf } from "../../media/link-preview.ts";
import { ttlCache } from "../shared/ttl-cache.ts";

/** How many previews a session remembers, and for how long. A preview takes a few kilobytes. */
const KEPT = 20;
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Creates link previews for one number's messages, and caches the ones it finds for a while. This way, a message is
 * sent with the preview that its author saw, and a page that many messages link to is fetched only once. A page without
 * a preview is fetched again next time.
 */
export function linkPreviews(get: Get, monotonicMs: () => number): PreviewOf {
  const kept = ttlCache(KEPT, KEPT_MS, monotonicMs);
  const going = new Map<string, Promise<MadePreview | null>>();
  async function make(link: string): Promise<MadePreview | null> {
    try {
      const made = await makePreview(get, link);
      if (made) kept.set(link, made);
      return made;
    } finally {
      going.delete(link);
    }
  }
  return async (link) => {
    const known = kept.get<MadePreview>(link);
    if (known) return known;
    const begun = going.get(link) ?? make(link);
    going.set(link, begun);
    return begun;
  };
}
