import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { Get } from "../../../core/http/guarded-get.ts";
import { type MadePreview, makePreview, type PreviewOf } from "../../media/link-preview.ts";
import { ttlCache } from "../shared/ttl-cache.ts";

/** The number of previews that a session remembers, of a few kilobytes each, and for how long. */
const KEPT = 20;
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Makes the previews of links in one number's messages, and remembers those that were found for a while: a message is
 * sent with the preview that its writer was shown, and a page is fetched once for many messages. A page that gave none
 * is asked again.
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
