import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readFilm } from "../../../session-service/media/film.ts";
import { type MediaFolder, openMediaFolder } from "../../../session-service/media/media-folder.ts";
import { probe, readProbe } from "../../../session-service/media/probe.ts";
import { sniffFile } from "../../../session-service/media/sniff-file.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { gif, HTML, picture, recorded } from "../support/sample-files.ts";

let place: string;
let folder: MediaFolder;
beforeAll(() => {
  place = passingFolder("films-");
  folder = openMediaFolder(place);
});
afterAll(() => rmSync(place, { recursive: true }));
afterEach(() => {
  delete process.env.FFMPEG_PATH;
});

async function read(bytes: Buffer, maxBytes = 10_000_000) {
  await using given = folder.newFile();
  writeFileSync(given.path, bytes);
  const film = await readFilm(folder, given.path, { sniffed: await sniffFile(given.path), maxBytes });
  return { film, sent: film.file && { ...(await probe(film.file.path)), type: await sniffFile(film.file.path) } };
}

const SOUND = ["-f", "lavfi", "-i", "sine=d=2"];
const PLAYED = { codec: "h264", profile: "High", pixels: "yuv420p" };
const MPEG2 = ["-c:v", "mpeg2video"];

describe("films", () => {
  it.each([
    ["film.mp4", []],
    ["film.mp4", [...SOUND, "-c:a", "aac", "-profile:v", "baseline"]],
    ["film.mp4", [...SOUND, "-c:a", "libmp3lame", "-pix_fmt", "yuvj420p"]],
    ["film.3gp", ["-c:v", "h263", "-s", "176x144"]],
  ])("%s of %j keep their bytes and show their size, length and first picture", async (name, args) => {
    const { film } = await read(recorded(name, args));
    expect(film).toMatchObject({ file: null, isLoop: false });
    expect([film.width, film.height]).toEqual(name === "film.3gp" ? [176, 144] : [320, 240]);
    expect(film.durationSec).toBeCloseTo(2, 0);
    expect(film.thumbnail?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it.each([
    ["HEVC", "film.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none"]],
    ["VP9", "film.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]],
    ["H.264 of 4:4:4", "film.mp4", ["-pix_fmt", "yuv444p"]],
    ["MPEG-4 part 2", "film.avi", ["-c:v", "mpeg4"]],
    ["WMV", "film.wmv", []],
    ["an odd size", "film.avi", ["-c:v", "ffv1", "-vf", "scale=321:241"]],
  ])("of %s become H.264 in MP4", async (_, name, args) => {
    const { film, sent } = await read(recorded(name, [...SOUND, ...args]));
    expect(film).toMatchObject({ mimetype: "video/mp4", isLoop: false, width: 320, height: 240 });
    expect(film.thumbnail).not.toBeNull();
    expect(sent).toMatchObject({ type: "video/mp4", film: PLAYED, soundCodec: "aac" });
    expect(sent?.durationSec).toBeCloseTo(2, 0);
  });

  it("of AV1 become H.264 in MP4", async () => {
    // The file is two seconds long and has sound. It is checked in, because ffmpeg's libaom-av1 takes a minute to
    // encode two seconds.
    const { film, sent } = await read(readFileSync(join(import.meta.dirname, "av1.mp4")));
    expect(film).toMatchObject({ mimetype: "video/mp4", isLoop: false, width: 320, height: 240 });
    expect(sent).toMatchObject({ type: "video/mp4", film: PLAYED, soundCodec: "aac" });
  });

  it.each([
    ["film.mov", ["-c:a", "aac"]],
    ["film.mkv", ["-c:a", "aac"]],
    ["film.mp4", ["-c:a", "ac3"]],
  ])("%s of %j is put into MP4 without encoding what phones play once more", async (name, args) => {
    const { sent } = await read(recorded(name, [...SOUND, ...args, "-bsf:v", "filter_units=remove_types=6"]));
    expect(sent).toMatchObject({ type: "video/mp4", film: PLAYED, soundCodec: "aac" });
  });

  it("a GIF becomes a film without sound that begins again, of even sides", async () => {
    const { film, sent } = await read(await gif(6));
    expect(film).toMatchObject({ mimetype: "video/mp4", isLoop: true, width: 62, height: 40 });
    expect(sent).toMatchObject({ type: "video/mp4", film: PLAYED, soundCodec: null });
    expect(film.durationSec).toBeCloseTo(3, 0);
  });

  it("larger than phones show them become smaller, in their proportions", async () => {
    const { film } = await read(recorded("film.mp4", ["-pix_fmt", "yuv444p", "-vf", "scale=1080:1920", "-t", "0.2"]));
    expect(film).toMatchObject({ width: 720, height: 1280 });
  });

  it.each([
    ["a picture", () => picture().png().toBuffer(), "media_type_refused", "not a video"],
    ["a web page", () => HTML, "media_type_refused", "not a video"],
    ["a sound in a film's container", () => recorded("sound.mkv", []), "media_type_refused", "not a video"],
    ["a damaged film", () => recorded("film.avi", MPEG2).fill(0xff, 6_000), "media_type_refused", "can't be decoded"],
    [
      "one of too many pixels",
      () => recorded("film.avi", ["-c:v", "mjpeg", "-vf", "scale=8200:2100", "-t", "0.05"]),
      "file_too_large",
      "1920 x 1080",
    ],
  ] as const)("%s is refused, with a reason, and nothing stays in the folder", async (_, make, code, told) => {
    const bytes = Buffer.from(await make());
    const before = readdirSync(folder.path);
    await expect(read(bytes)).rejects.toMatchObject({ code, told: expect.stringContaining(told) });
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it("that become too large are refused, never cut", async () => {
    const noise = ["-vf", "noise=alls=100:allf=t", "-c:v", "mpeg4", "-q:v", "2"];
    const before = readdirSync(folder.path);
    await expect(read(recorded("film.avi", noise), 50_000)).rejects.toMatchObject({ code: "file_too_large" });
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it("that take too long are given up, with the reason", async () => {
    const bytes = recorded("film.avi", []);
    const script = join(place, "ffmpeg");
    const says = "Stream #0:0: Video: mpeg4 (Simple Profile), yuv420p, 320x240";
    writeFileSync(script, `#!/bin/sh\ncase "$*" in *-timelimit*) kill -KILL $$;; *) echo '    ${says}' >&2;; esac\n`);
    chmodSync(script, 0o755);
    process.env.FFMPEG_PATH = script;
    await expect(read(bytes)).rejects.toMatchObject({
      code: "media_type_refused",
      told: expect.stringContaining("takes too long"),
    });
  });
});

describe("what ffmpeg says of a film", () => {
  const track =
    "    Stream #0:0(und): Video: h264 (High 10) (avc1 / 0x31637661), yuv420p10le(tv, bt709), 1920x1080, 30 fps\n";

  it("names its codec, profile and pixels", () => {
    expect(readProbe(track).film).toEqual({ codec: "h264", profile: "High 10", pixels: "yuv420p10le" });
    expect(readProbe("  Stream #0:1[0x2]: Audio: opus, 48000 Hz, mono\n")).toMatchObject({
      film: null,
      soundCodec: "opus",
    });
  });

  it("is not what the film says of itself, and a cover is no film", () => {
    const spoken = "      title           : Stream #0:0: Video: h264 (High), yuv420p, 320x240\n";
    expect(readProbe(spoken + track).film?.profile).toBe("High 10");
    const cover = "    Stream #0:1: Video: mjpeg (Baseline), yuvj444p(pc), 500x500 [SAR 1:1], 90k tbr (attached pic)\n";
    expect(readProbe(cover).film).toBeNull();
  });

  it("of one that was recorded upright is the size it is seen with", () => {
    const says = "Stream #0:0: Video: h264, yuv420p, 1920x1080, 30 fps\n Metadata:\n rotate : 90\n";
    expect(readProbe(says)).toMatchObject({ width: 1080, height: 1920 });
  });
});
