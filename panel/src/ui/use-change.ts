import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CallId } from "../api/call.ts";
import { ApiFailure } from "../api/client.ts";
import { type Key, renew } from "../api/query.ts";
import { useCatalogs } from "../words/use-words.ts";
import { useFailureWords } from "./failure-words.ts";
import { inOwnWords, type OwnWords } from "./own-words.ts";
import { useToast } from "./toasts.tsx";

/** A request as needed by the form or dialog that sends it. */
export interface Submitted {
  send: () => void;
  /** True until it is answered and everything that shows the change has been refetched. */
  isPending: boolean;
  /** The last attempt's error, in the page's words. */
  error: unknown;
  /** Props for the form: each field's errors, until someone types. */
  refusals: { validationErrors: Record<string, string[]>; onInput: () => void };
}

/** A request that changes something. */
export interface Change<Given, Answer> extends Omit<Submitted, "send"> {
  /** Sends the request; sending the same value again does nothing while it is in flight. */
  send: (given: Given) => void;
  /** The value last sent. */
  sent: Given | undefined;
  answer: Answer | undefined;
}

/** A request and its follow-up. */
interface Asked<Given, Answer> {
  send: (given: Given) => Promise<Answer>;
  words?: OwnWords;
  /** Runs right after the answer, for what must not be lost, such as a secret shown only once. */
  onAnswer?: (answer: Answer, given: Given) => void;
  /** Answers that show the change; they are refetched before anything below happens. */
  renews?: readonly (CallId | Key)[];
  /** Refetches them after a failure too, because it may mean that the page is out of date. */
  isRenewedAfterFailure?: boolean;
  /** The toast that confirms the change. */
  said?: string;
  /** The final step, such as closing the dialog. */
  onDone?: (answer: Answer, given: Given) => unknown;
  onFailure?: (error: unknown) => void;
  /** Shows a failure as a toast too, because there is no form or button to show it beside. */
  isFailureSaid?: boolean;
  /** The page is left afterwards, so the request stays pending until then. */
  isLeaving?: boolean;
}

const NOTHING_REFUSED = {};

/** For a form that sends no request and so is never pending or refused. */
export const NO_REQUEST = {
  isPending: false,
  error: null,
  refusals: { validationErrors: NOTHING_REFUSED, onInput: () => undefined },
} as const satisfies Omit<Submitted, "send">;

/**
 * A request that changes something: sent once at a time, with failures in the page's words, and followed by refetching
 * what it changed. A failure is put into words once, when it occurs, so that later renders show the same one.
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
      // Cleared on input, because clearing it when the field loses focus would move the button being pressed, and the
      // press would be lost.
      validationErrors: error instanceof ApiFailure && corrected !== error ? error.errors : NOTHING_REFUSED,
      onInput: () => setCorrected(error),
    },
  };
}
