import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { MediaEnv, parseEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/** Puts small files into the bucket and makes links to all. */
export const mediaPart: Part = {
  needs: ["media"],
  build({ clock }) {
    const env = parseEnv(MediaEnv, process.env);
    return { media: s3SmallMedia({ bucket: env.MEDIA_BUCKET }, clock), env };
  },
};
