/**
 * Loaded into the processes of a soak before their own modules. Makes every bounded cache so small that it fills within
 * minutes, so anything that still grows after that is a leak. Reports how full each cache is. The product contains no
 * code for this: its sources are changed as they are loaded. If a source no longer contains the expected text, the
 * process exits.
 */
import { registerHooks } from "node:module";

/** The maximum number of entries in a cache during a soak. */
const MOST_ENTRIES = 100;

/** All caches created by one line of source code. */
export interface CacheFill {
  /** The number of caches. */
  caches: number;
  entries: number;
  /** The maximum number of entries in all of these caches combined, or 0 if they are bounded only by time. */
  max: number;
}

interface Known {
  place: string;
  cache: WeakRef<object>;
  size: (cache: object) => number;
  max: number;
}

const known = new Set<Known>();

/**
 * Records a cache. @returns the size that the cache gets in a soak. @param size returns the cache's number of entries.
 */
function note(cache: object, max: number, size: (cache: never) => number): number {
  const smaller = Math.min(max, MOST_ENTRIES);
  known.add({
    place: placeOf(new Error().stack),
    cache: new WeakRef(cache),
    size: size as Known["size"],
    max: smaller,
  });
  return smaller;
}

/** Returns how full the caches are, by the source line that created them, such as `StoredKeys stored-keys.ts:38`. */
function fills(): Record<string, CacheFill> {
  const found: Record<string, CacheFill> = {};
  for (const one of known) {
    const cache = one.cache.deref();
    if (!cache) {
      known.delete(one);
      continue;
    }
    found[one.place] ??= { caches: 0, entries: 0, max: 0 };
    const fill = found[one.place] as CacheFill; // made above
    fill.caches++;
    fill.entries += one.size(cache);
    fill.max += one.max;
  }
  return found;
}

/** Matches the places in a stack that only create caches on behalf of other code. */
const MAKERS = /small-caches\.ts|in-a-soak|\/lru\.ts|\/store\/caches\.ts|\/memo\.ts|ttlCache/;

function placeOf(stack = ""): string {
  const maker = stack.split("\n").find((line) => line.startsWith("    at ") && !MAKERS.test(line)) ?? "";
  const [, by = "", file = ""] = /at (?:new |async )?(?:([^\s(]+) )?\(?.*\/([^/]+:\d+):\d+\)?$/.exec(maker) ?? [];
  return `${by.replace("<instance_members_initializer>", "")} ${file}`.trim();
}

/** Where the product sets the size of a cache: the text in its source, and the replacement. */
const OURS: { file: string; at: string; put: string }[] = [
  {
    file: "/session-service/baileys/shared/lru.ts",
    at: "this.#max = max;",
    put: "this.#max = globalThis.soakCaches.note(this, max, (one) => one.#entries.size);",
  },
  {
    file: "/core/store/caches.ts",
    at: "  constructor(max: number) {\n    this.#max = max;",
    put: "  constructor(max: number) {\n    this.#max = globalThis.soakCaches.note(this, max, (one) => one.#entries.size);",
  },
  {
    file: "/core/domain/memo.ts",
    at: "const known = new Map<Key, { result: Result }>();",
    put: "const known = new Map(); max = globalThis.soakCaches.note(known, max, (one) => one.size);",
  },
];

/**
 * The packages that the network's library uses to store things, each with replacement classes that record their
 * instances.
 */
const PACKAGES: Record<string, string> = {
  "lru-cache": `
    export * from "lru-cache";
    import { LRUCache as Its } from "lru-cache";
    export class LRUCache extends Its {
      constructor(options) {
        const smaller = options.max ? { ...options, max: Math.min(options.max, ${MOST_ENTRIES}) } : options;
        super(smaller);
        globalThis.soakCaches.note(this, smaller.max ?? 0, (one) => one.size);
      }
    }`,
  "@cacheable/node-cache": `
    import Its from "@cacheable/node-cache";
    export default class NodeCache extends Its {
      constructor(options) {
        super(options);
        globalThis.soakCaches.note(this, 0, (one) => one.keys().length);
      }
    }`,
};
const WRAPPED = "?in-a-soak";

declare global {
  var soakCaches: { note: typeof note; fills: typeof fills };
}
globalThis.soakCaches = { note, fills };

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isWrapper = context.parentURL?.endsWith(WRAPPED);
    return specifier in PACKAGES && !isWrapper ? { ...found, url: `${found.url}${WRAPPED}`, format: "module" } : found;
  },
  load(url, context, next) {
    if (url.endsWith(WRAPPED)) {
      const name = Object.keys(PACKAGES).find((one) => url.includes(`/node_modules/${one}/`)) ?? "";
      return { format: "module", source: PACKAGES[name] ?? "", shortCircuit: true };
    }
    const loaded = next(url, context);
    const ours = OURS.find(({ file }) => url.endsWith(file));
    if (!ours) return loaded;
    const source = String(loaded.source);
    if (source.split(ours.at).length !== 2)
      throw new Error(
        `${ours.file} no longer has "${ours.at}" once; say in tools/soak/small-caches.ts what it has now.`,
      );
    return { ...loaded, source: source.replace(ours.at, () => ours.put) };
  },
});
