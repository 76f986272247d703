import { s3Media } from "../../core/aws/s3-media.ts";

// The process whose memory the test measures. Streams a generated file in and out, and prints how much memory that
// took. Started with --expose-gc, so that memory waiting to be collected isn't counted.
const [, , bucket = "", size = "0"] = process.argv;
const media = s3Media({ bucket });
const CHUNK_BYTES = 64 * 1024;
const about = { mimetype: "video/mp4", filename: null, maxBytes: 200_000_000 };

async function* madeUp(sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0; left -= CHUNK_BYTES) yield Buffer.alloc(Math.min(CHUNK_BYTES, left), left & 255);
}

const used = () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, rss };
};

await media.put("warm", madeUp(12_000_000), about); // loads what the first use loads
const before = used();
let held = 0;
let rss = 0;
let looks = 0;
const watch = setInterval(() => {
  const now = used();
  looks++;
  held = Math.max(held, now.held - before.held);
  rss = Math.max(rss, now.rss - before.rss);
}, 5);
const put = await media.put("big", madeUp(Number(size)), about);
let read = 0;
for await (const part of (await media.get("big")) ?? []) read += part.length;
clearInterval(watch);
console.log(JSON.stringify({ put, read, looks, held, rss }));
media.close();
