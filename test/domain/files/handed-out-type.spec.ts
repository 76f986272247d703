import { expect, it } from "vitest";
import { handedOutType, PLAIN_BYTES } from "../../../core/domain/files/handed-out-type.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const text = (words: string) => Buffer.from(words);

it.each([
  ["image/jpeg", bytes("ffd8ffe0 0010 4a464946")],
  ["image/png", bytes("89504e47 0d0a1a0a")],
  ["image/webp", text("RIFF....WEBPVP8 ")],
  ["image/gif", text("GIF89a")],
  ["image/heic", bytes("00000018 66747970 68656963")],
  ["video/mp4", bytes("00000018 66747970 69736f6d")],
  ["video/webm", bytes("1a45dfa3 9f428681")],
  ["audio/ogg; codecs=opus", text("OggS........")],
  ["audio/mpeg", text("ID3....")],
  ["audio/mpeg", bytes("fffb9064")],
  ["audio/wav", text("RIFF....WAVEfmt ")],
  ["audio/amr", text("#!AMR\n")],
  ["application/pdf", text("anything")],
  ["text/plain", text("<html>")],
])("%s stays what it is", (type, begins) => {
  expect(handedOutType(type, begins)).toBe(type);
});

it.each([
  ["image/png", text("<!doctype html>")],
  ["IMAGE/PNG", text(" <script>alert(1)</script>")],
  ["image/svg+xml", text("<svg onload=alert(1)>")],
  ["video/mp4", text("<html>")],
  ["audio/mpeg", text("%PDF-1.7")],
  ["image/jpeg", bytes("")],
  ["image/jpeg", bytes("ff")],
  ["no type", text("x")],
  ["text/html\r\nx: y", text("x")],
])("%s is plain bytes when the file is no such thing", (type, begins) => {
  expect(handedOutType(type, begins)).toBe(PLAIN_BYTES);
});
