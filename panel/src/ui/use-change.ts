import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CallId } from "../api/call.ts";
import { ApiFailure } from "../api/client.ts";
import { type Key, renew } from "../api/query.ts";
import { useCatalogs } from "../words/use-words.ts";
import { useFailureWords } from "./failure-words.ts";
import { inOwnWords, type OwnWords } from "./own-words.ts";
import { useToast } from "./toasts.tsx";

/** The parts of a request that its form or dialog needs. */
export interface Submitted {
  send: () => void;
  /** True until the request has completed and everything that shows the change has been refetched. */
  isPending: boolean;
  /** The error of the last attempt, in the page's words. */
  error: unknown;
  /** Props for the form with each field's errors, which are cleared as soon as the user types. */
  refusals: { validationErrors: Record<string, string[]>; onInput: () => void };
}

/** The state of a request that makes a change. */
export interface Change<Given, Answer> extends Omit<Submitted, "send"> {
  /** Sends the request. Has no effect while a request with the same value is in progress. */
  send: (given: Given) => void;
  /** The last value sent. */
  sent: Given | undefined;
  answer: Answer | undefined;
}

/** A request, and what to do after it completes. */
interface Asked<Given, Answer> {
  send: (given: Given) => Promise<Answer>;
  words?: OwnWords;
  /**
   * Called as soon as the response arrives, to save anything that must not be lost, such as a secret that is shown only
   * once.
   */
  onAnswer?: (answer: Answer, given: Given) => void;
  /** The queries whose results show the change. They are refetched before the toast is shown and `onDone` is called. */
  renews?: readonly (CallId | Key)[];
  /** Refetches those queries after a failure as well, because a failure may mean that the page is out of date. */
  isRenewedAfterFailure?: boolean;
  /** The text of the toast that confirms the change. */
  said?: string;
  /** Called as the final step, e.g. to close the dialog. */
  onDone?: (answer: Answer, given: Given) => unknown;
  onFailure?: (error: unknown) => void;
  /** Also shows a failure as a toast, for cases where there is no form or button to show it next to. */
  isFailureSaid?: boolean;
  /** Set if the user leaves the page afterward. The request stays pending until then. */
  isLeaving?: boolean;
}

const NOTHING_REFUSED = {};

/** The state of a form that sends no request, so it is never pending or refused. */
export const NO_REQUEST = {
  isPending: false,
  error: null,
  refusals: { validationErrors: NOTHING_REFUSED, onInput: () => undefined },
} as const satisfies Omit<Submitted, "send">;

/**
 * Manages a request that changes something. Only one request can be in progress at a time, its failures use the page's
 * words, and the changed data is refetched afterward. A failure is put into words when it occurs, so later renders show
 * the same message.
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
      // Field errors are cleared on input. If they were cleared on blur instead, the button being pressed would move,
      // and the press would be lost.
      validationErrors: error instanceof ApiFailure && corrected !== error ? error.errors : NOTHING_REFUSED,
      onInput: () => setCorrected(error),
    },
  };
}
