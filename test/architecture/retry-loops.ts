/** Matches code that checks whether a conditional write was refused. */
const JUDGES = /\bisCommitted\(|\bisRefusal\(|\binstanceof \(?(?:TransactionRefused|ConditionFailed)\b/;

/** Matches a loop that repeats based on a condition, unlike a loop over a list. */
const LOOPS = /\bfor \([^()]*(?:\([^()]*\)[^()]*)*;|\bwhile \(|\bdo \{/g;

/** The functions in a file by name, each with its text. */
const FUNCTIONS =
  /^(?:export )?(?:async function (\w+)|const (\w+) = (?:async )?\()|^ {2}(?:async )?(#?\w+)\([^;]*\{$/gm;

/** Replaces comments with blanks, so that the code stays on the same lines. */
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, " "));

/** Returns the text from a position to the end of the next block that opens after it. */
function blockFrom(code: string, start: number): string {
  let [depth, round] = [0, 0];
  for (let at = start; at < code.length; at++) {
    const sign = code.charAt(at);
    if (sign === "(") round++;
    else if (sign === ")") round--;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0 && round === 0) return code.slice(start, at + 1);
    else if (sign === ";" && depth === 0 && round === 0) return code.slice(start, at + 1);
  }
  return code.slice(start);
}

/**
 * Returns the line numbers of loops that write again after a refusal, directly or through a function in the same file.
 */
export function retryLoopsIn(text: string): number[] {
  const code = withoutComments(text);
  const judging = [...code.matchAll(FUNCTIONS)]
    .filter(({ index }) => JUDGES.test(blockFrom(code, index)))
    .map(([, declared, constant, method]) => declared ?? constant ?? method ?? "");
  return [...code.matchAll(LOOPS)].flatMap(({ index }) => {
    const body = blockFrom(code, index);
    const isRetry = JUDGES.test(body) || judging.some((name) => new RegExp(`(?<![\\w.])${name}\\(`).test(body));
    return isRetry ? [code.slice(0, index).split("\n").length] : [];
  });
}
