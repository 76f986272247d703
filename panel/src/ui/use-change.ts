import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CallId } from "../api/call.ts";
import { ApiFailure } from "../api/client.ts";
import { type Key, renew } from "../api/query.ts";
import { useCatalogs } from "../words/use-words.ts";
import { useFailureWords } from "./failure-words.ts";
import { inOwnWords, type OwnWords } from "./own-words.ts";
import { useToast } from "./toasts.tsx";

/** A request as the form or the dialog that sends it needs it. */
export interface Submitted {
  send: () => void;
  /** Until it is answered, and what shows it has been read again. */
  isPending: boolean;
  /** The last attempt's failure, in the page's words. */
  error: unknown;
  /** Props of the form: what was said of each field, until somebody types. */
  refusals: { validationErrors: Record<string, string[]>; onInput: () => void };
}

/** A request that changes something. */
export interface Change<Given, Answer> extends Omit<Submitted, "send"> {
  /** Sends it; the same again does nothing while it is on its way. */
  send: (given: Given) => void;
  /** With what it was sent last. */
  sent: Given | undefined;
  answer: Answer | undefined;
}

/** One request, and what follows it. */
interface Asked<Given, Answer> {
  send: (given: Given) => Promise<Answer>;
  words?: OwnWords;
  /** At once after the answer: what may not be lost, such as a secret that is shown this once. */
  onAnswer?: (answer: Answer, given: Given) => void;
  /** The answers that show the change: they are read again before anything below. */
  renews?: readonly (CallId | Key)[];
  /** It is also read again after a failure, which may say that the page is out of date. */
  isRenewedAfterFailure?: boolean;
  /** The passing sentence that says it is done. */
  said?: string;
  /** The end of it, such as closing the dialog. */
  onDone?: (answer: Answer, given: Given) => unknown;
  onFailure?: (error: unknown) => void;
  /** A failure is a passing sentence, too: there is no form or button beside which it could be shown. */
  isFailureSaid?: boolean;
  /** The page is left after it: it stays pending until then. */
  isLeaving?: boolean;
}

const NOTHING_REFUSED = {};

/** Of a form that asks nobody: it is never pending, and never refused. */
export const NO_REQUEST = {
  isPending: false,
  error: null,
  refusals: { validationErrors: NOTHING_REFUSED, onInput: () => undefined },
} as const satisfies Omit<Submitted, "send">;

/**
 * A request that changes something: sent once at a time, put into the page's words when it fails, and followed by
 * what it changed. A failure is put into words once, when it comes: whatever is drawn later shows the same one.
 */
export function useChange<Answer, Given = void>(asked: Asked<Given, Answer>): Change<Given, Answer> {
  const queries = useQueryClient();
  const toast = useToast();
  const wordsOf = useFailureWords();
  const { locale } = useCatalogs();
  const [corrected, setCorrected] = useState<unknown>(null);
  const going = useRef<{ given: Given } | null>(null);
  const { words = {}, renews = [], isRenewedAfterFailure = false, isLeaving = false } = asked;
  const mutation = useMutation<Answer, unknown, Given>({
    mutationFn: async (given) => {
      try {
        return await asked.send(given);
      } catch (error) {
        throw error instanceof ApiFailure ? inOwnWords(error, words, locale.startsWith("en")) : error;
      }
    },
    async onSuccess(answer, given) {
      asked.onAnswer?.(answer, given);
      await renew(queries, ...renews);
      if (asked.said !== undefined) toast(asked.said);
      await asked.onDone?.(answer, given);
    },
    async onError(error) {
      asked.onFailure?.(error);
      if (asked.isFailureSaid) toast(wordsOf(error));
      if (isRenewedAfterFailure) await renew(queries, ...renews);
    },
    onSettled(_, error) {
      if (error || !isLeaving) going.current = null;
    },
  });
  const { error } = mutation;
  function send(given: Given): void {
    if (going.current && Object.is(going.current.given, given)) return;
    going.current = { given };
    mutation.mutate(given);
  }
  return {
    send,
    isPending: mutation.isPending || (isLeaving && mutation.isSuccess),
    sent: mutation.variables,
    answer: mutation.data,
    error,
    refusals: {
      // Cleared later, when the field is left, a sentence would move the button that is just being pressed, and the
      // press would be lost.
      validationErrors: error instanceof ApiFailure && corrected !== error ? error.errors : NOTHING_REFUSED,
      onInput: () => setCorrected(error),
    },
  };
}
