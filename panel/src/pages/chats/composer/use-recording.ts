import { useEffect, useEffectEvent, useRef, useState } from "react";
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

/**
 * Records a voice. The microphone is on only while `seconds` is a number and counts, and never after the page of the
 * chat was left. @param onFault gets why it could not begin.
 */
export function useRecording(onFault: (fault: RecordingFault) => void) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isFull, setFull] = useState(false);
  const running = useRef<Running | null>(null);
  const wanted = useRef(0);
  const isOn = seconds !== null && !isFull;

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
      const passed = Math.floor((performance.now() - now.startedAt) / 1000);
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
      const now = begin(stream, () => setFull(true));
      // It was ended while the person was asked for the microphone.
      if (own !== wanted.current) return cancel(now);
      running.current = now;
      setFull(false);
      setSeconds(0);
    } catch (error) {
      onFault(recordingFault(error instanceof Error ? error.name : ""));
    }
  }
  function discard(): void {
    end();
    setSeconds(null);
    setFull(false);
  }
  /** Ends the recording. @returns it; null if nothing was recorded. */
  async function finish(): Promise<File | null> {
    const now = running.current;
    if (!now) return null;
    await stopped(now);
    discard();
    const type = now.pieces[0]?.type || now.recorder.mimeType;
    const file = new File(now.pieces, "", { type });
    return file.size === 0 ? null : file;
  }
  return { seconds, isFull, start, finish, discard };
}

function begin(stream: MediaStream, onEnded: () => void): Running {
  const type = recordedType((one) => MediaRecorder.isTypeSupported(one));
  try {
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: VOICE_BITS_PER_SEC,
      ...(type !== null && { mimeType: type }),
    });
    const now: Running = { recorder, stream, pieces: [], startedAt: performance.now() };
    recorder.ondataavailable = ({ data }) => data.size > 0 && now.pieces.push(data);
    // It also ends when the microphone is unplugged.
    recorder.onstop = onEnded;
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

/** Resolves once the recorder has handed over everything. */
function stopped(now: Running): Promise<void> {
  return new Promise((resolve) => {
    if (now.recorder.state === "inactive") return resolve();
    now.recorder.onstop = () => resolve();
    turnOff(now);
  });
}
