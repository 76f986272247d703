import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { BucketEnv, parseEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/** Reads customers' files by key. */
export const mediaReadsPart: Part = {
  needs: ["media_reads"],
  build({ clock }) {
    const { MEDIA_BUCKET } = parseEnv(BucketEnv, process.env);
    const { get } = s3SmallMedia({ bucket: MEDIA_BUCKET }, clock);
    return { fileReads: { get }, env: { MEDIA_BUCKET } };
  },
};
