import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FfmpegMissing, ffmpegPath } from "../../../session-service/media/ffmpeg.ts";
import { type MediaFolder, openMediaFolder } from "../../../session-service/media/media-folder.ts";
import { probe } from "../../../session-service/media/probe.ts";
import { makeVoiceNote, readRecording } from "../../../session-service/media/recording.ts";
import { sniffFile } from "../../../session-service/media/sniff-file.ts";
import { Waveform } from "../../../session-service/media/waveform.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { HTML, picture, recorded } from "../support/sample-files.ts";

let place: string;
let folder: MediaFolder;
beforeAll(() => {
  place = passingFolder("recordings-");
  folder = openMediaFolder(place);
});
afterAll(() => rmSync(place, { recursive: true }));
afterEach(() => {
  delete process.env.FFMPEG_PATH;
});

function stored(bytes: Buffer): string {
  const { path } = folder.newFile();
  writeFileSync(path, bytes);
  return path;
}

const voiceNote = async (bytes: Buffer) => {
  const path = stored(bytes);
  return makeVoiceNote(folder, path, await sniffFile(path));
};
const recording = async (bytes: Buffer) => {
  const path = stored(bytes);
  return readRecording(folder, path, await sniffFile(path));
};

describe("voice notes", () => {
  it.each(["sound.mp3", "sound.m4a", "sound.wav", "sound.flac", "sound.aac", "sound.webm"])(
    "%s becomes Opus in Ogg, one channel, 48 kHz, with its length and 64 points of its waveform",
    async (name) => {
      const { file, mimetype, durationSec, waveform } = await voiceNote(recorded(name, ["-ac", "2"]));

      expect(mimetype).toBe("audio/ogg; codecs=opus");
      expect(durationSec).toBeCloseTo(2, 0);
      expect(waveform).toHaveLength(64);
      expect(Math.max(...(waveform ?? []))).toBe(100);
      expect(await sniffFile(file?.path ?? "")).toBe("audio/ogg; codecs=opus");
      expect(await probe(file?.path ?? "")).toMatchObject({ isVoice: true });
    },
  );

  it("what is Opus, 48 kHz and one channel already stays as it is", async () => {
    const { file, durationSec } = await voiceNote(recorded("sound.ogg", ["-c:a", "libopus", "-ac", "1"]));
    expect(file).toBeNull();
    expect(durationSec).toBeCloseTo(2, 0);
  });

  it("the waveform follows the sound: silence, then a tone", async () => {
    const silence = ["-af", "volume=enable='lt(t,1)':volume=0"];
    const points = [...((await voiceNote(recorded("sound.wav", silence))).waveform ?? [])];
    expect(Math.max(...points.slice(0, 28))).toBeLessThan(5);
    expect(Math.min(...points.slice(36))).toBeGreaterThan(80);
  });

  it.each([
    ["a picture", () => picture().png().toBuffer()],
    ["a web page", () => HTML],
    ["a film without sound", () => recorded("film.mp4", [])],
    ["a damaged recording", () => Buffer.concat([recorded("sound.wav", []).subarray(0, 40), Buffer.alloc(3)])],
  ] as const)("%s is refused, and nothing stays in the folder", async (_name, make) => {
    const path = stored(Buffer.from(await make()));
    const before = readdirSync(folder.path);
    const sound = makeVoiceNote(folder, path, await sniffFile(path));
    await expect(sound).rejects.toMatchObject({ code: "media_type_refused" });
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it("a playlist disguised as a sound makes ffmpeg open nothing else", async () => {
    const segment = join(place, "segment.mp3");
    writeFileSync(segment, recorded("sound.mp3", []));
    const header = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n";
    const playlist = stored(Buffer.from(`${header}#EXTINF:2,\nfile://${segment}\n#EXT-X-ENDLIST\n`));
    expect(await probe(playlist)).toMatchObject({ durationSec: null, hasSound: false });
  });
});

describe("sounds that are no voice notes", () => {
  it.each([
    ["sound.mp3", [], "audio/mpeg"],
    ["sound.m4a", [], "audio/mp4"],
    ["sound.mp4", [], "audio/mp4"],
    ["sound.aac", [], "audio/aac"],
    ["sound.ogg", ["-c:a", "libopus", "-ac", "2"], "audio/ogg; codecs=opus"],
  ] as const)("%s stays as it is", async (name, args, mimetype) => {
    const sound = await recording(recorded(name, [...args]));
    expect(sound).toMatchObject({ file: null, mimetype, waveform: null });
    expect(sound.durationSec).toBeCloseTo(2, 0);
  });

  it.each([
    ["sound.wav", []],
    ["sound.flac", []],
    ["sound.aiff", []],
    ["sound.caf", []],
    ["sound.wma", []],
    ["sound.mka", ["-c:a", "libmp3lame"]],
    ["sound.ogg", ["-c:a", "libvorbis"]],
    ["sound.m4a", ["-c:a", "alac"]],
    ["film.mov", ["-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac"]],
    ["film.mp4", ["-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac"]],
  ])("%s of %j, which phones don't play as a sound, becomes Opus", async (name, args) => {
    const { file, mimetype, durationSec } = await recording(recorded(name, args));
    expect(mimetype).toBe("audio/ogg; codecs=opus");
    expect(await sniffFile(file?.path ?? "")).toBe("audio/ogg; codecs=opus");
    expect(durationSec).toBeCloseTo(2, 0);
  });
});

describe("ffmpeg", () => {
  it("is the one that FFMPEG_PATH names, else the package's", () => {
    expect(ffmpegPath({ FFMPEG_PATH: "/opt/ffmpeg" })).toBe("/opt/ffmpeg");
    expect(existsSync(ffmpegPath({}))).toBe(true);
  });

  it("that is missing is told by its name and what to do", async () => {
    const bytes = recorded("sound.mp3", []);
    process.env.FFMPEG_PATH = "/nowhere/ffmpeg";
    const sound = voiceNote(bytes);
    await expect(sound).rejects.toThrow(FfmpegMissing);
    await expect(sound).rejects.toThrow("Install ffmpeg, or set FFMPEG_PATH");
  });

  it("gets names as they are: never through a shell", async () => {
    const proof = join(place, "arguments");
    const script = join(place, "ffmpeg");
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" > '${proof}'\n`);
    chmodSync(script, 0o755);
    process.env.FFMPEG_PATH = script;
    await probe("/tmp/$(touch hacked); x.ogg");
    expect(readFileSync(proof, "utf8")).toContain("file:/tmp/$(touch hacked); x.ogg\n");
  });
});

describe("the waveform", () => {
  it("of silence is flat, and of nothing too", () => {
    const silence = new Waveform();
    silence.add(Buffer.alloc(32_000));
    expect([...silence.points()]).toEqual(Array(64).fill(0));
    expect([...new Waveform().points()]).toEqual(Array(64).fill(0));
  });

  it("does not depend on where the stream is cut", () => {
    const sound = Buffer.alloc(40_001);
    for (let at = 0; at + 1 < sound.length; at += 2) sound.writeInt16LE(at % 30_000, at);
    const [whole, cut] = [new Waveform(), new Waveform()];
    whole.add(sound);
    for (let at = 0; at < sound.length; at += 777) cut.add(sound.subarray(at, at + 777));
    expect(cut.points()).toEqual(whole.points());
    expect(cut.durationSec).toBe(2.5);
  });
});
