import { useEffect, useEffectEvent, useRef, useState } from "react";
import { asDataUrl } from "../../../files/file-bytes.ts";
import {
  RECORDING_MAX_SEC,
  type RecordingFault,
  recordedType,
  recordingFault,
  VOICE_BITS_PER_SEC,
} from "../rules/recording.ts";

interface Running {
  recorder: MediaRecorder;
  stream: MediaStream;
  pieces: Blob[];
  startedAt: number;
}

/** A finished recording that hasn't been sent or discarded yet. */
interface EndedRecording {
  /** Whether the recording stopped because it reached the maximum length. */
  isFull: boolean;
  /** A URL for the audio player. Null while it is being prepared, or if the recording is empty. */
  url: string | null;
}

/**
 * Records a voice message. The microphone is on only while `seconds` is a number and increasing, and never after the
 * user has left the chat's page. Once `ended` is set, the microphone is off and the recording can be played, sent or
 * discarded.
 * @param onFault receives the reason why a recording could not start.
 */
export function useRecording(onFault: (fault: RecordingFault) => void) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [ended, setEnded] = useState<EndedRecording | null>(null);
  const running = useRef<Running | null>(null);
  const wanted = useRef(0);
  const isOn = seconds !== null && ended === null;

  function end(): void {
    wanted.current += 1;
    const now = running.current;
    running.current = null;
    if (now) cancel(now);
  }
  const leave = useEffectEvent(end);
  useEffect(() => () => leave(), []);
  useEffect(() => {
    if (!isOn) return;
    const clock = setInterval(() => {
      const now = running.current;
      if (!now) return;
      const passed = secondsOf(now);
      setSeconds(Math.min(passed, RECORDING_MAX_SEC));
      if (passed >= RECORDING_MAX_SEC) turnOff(now);
    }, 250);
    return () => clearInterval(clock);
  }, [isOn]);

  async function start(): Promise<void> {
    end();
    const own = wanted.current;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const now = begin(stream, (recorded) => void prepare(recorded));
      // The user canceled while the browser was asking for permission to use the microphone.
      if (own !== wanted.current) return cancel(now);
      running.current = now;
      setEnded(null);
      setSeconds(0);
    } catch (error) {
      onFault(recordingFault(error instanceof Error ? error.name : ""));
    }
  }
  async function prepare(now: Running): Promise<void> {
    const isFull = secondsOf(now) >= RECORDING_MAX_SEC;
    setEnded({ isFull, url: null });
    const file = fileOf(now);
    const url = file && (await asDataUrl(file));
    if (running.current === now) setEnded({ isFull, url });
  }
  function discard(): void {
    end();
    setSeconds(null);
    setEnded(null);
  }
  /** Turns off the microphone and keeps the recording for playback. */
  const stop = () => running.current && turnOff(running.current);
  /** Finishes the recording. @returns the recorded file, or null if nothing was recorded. */
  async function finish(): Promise<File | null> {
    const now = running.current;
    if (!now) return null;
    await stopped(now);
    discard();
    return fileOf(now);
  }
  return { seconds, ended, start, stop, finish, discard };
}

const secondsOf = ({ startedAt }: Running): number => Math.floor((performance.now() - startedAt) / 1000);

/** Returns everything recorded so far as a file, or null if the recording is empty. */
function fileOf({ pieces, recorder }: Running): File | null {
  const file = new File(pieces, "", { type: pieces[0]?.type || recorder.mimeType });
  return file.size === 0 ? null : file;
}

function begin(stream: MediaStream, onEnded: (now: Running) => void): Running {
  const type = recordedType((one) => MediaRecorder.isTypeSupported(one));
  try {
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: VOICE_BITS_PER_SEC,
      ...(type !== null && { mimeType: type }),
    });
    const now: Running = { recorder, stream, pieces: [], startedAt: performance.now() };
    recorder.ondataavailable = ({ data }) => data.size > 0 && now.pieces.push(data);
    // The recorder also stops when the microphone is unplugged.
    recorder.onstop = () => onEnded(now);
    recorder.start();
    return now;
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

function cancel(now: Running): void {
  now.recorder.onstop = null;
  turnOff(now);
}

function turnOff({ recorder, stream }: Running): void {
  if (recorder.state !== "inactive") recorder.stop();
  for (const track of stream.getTracks()) track.stop();
}

/** Resolves once the recorder has delivered all of its data. */
function stopped(now: Running): Promise<void> {
  return new Promise((resolve) => {
    if (now.recorder.state === "inactive") return resolve();
    now.recorder.onstop = () => resolve();
    turnOff(now);
  });
}
