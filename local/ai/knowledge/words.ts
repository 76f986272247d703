/** Words count as equal if this many leading letters match, as in "deliver", "delivery" and "deliveries". */
const STEM_LETTERS = 5;

/** Words unrelated to a sentence's topic. */
const EMPTY_WORDS = new Set(
  (
    "a about all also am an and any are as at be by can could do does for from get had has have hello hey hi how i if in is it its " +
    "just me my no not of off on or our please so some tell thank thanks that the their them then there they this to us want was " +
    "we were what when where which who why will with would yes you your " +
    "das de del den der die e ein el en es est et ich il ist la las le les los o os para por que qué und un una une você was wie"
  ).split(" "),
);

/** Returns the words of a text, in lower case. */
export function contentWords(text: string): { all: Set<string>; stems: Set<string> } {
  const all = new Set<string>();
  const stems = new Set<string>();
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(
    text.normalize("NFKC").toLowerCase(),
  )) {
    if (!isWordLike) continue;
    all.add(segment);
    if (!EMPTY_WORDS.has(segment)) stems.add([...segment].slice(0, STEM_LETTERS).join(""));
  }
  return { all, stems };
}

/** Splits a text into sentences. A line break also ends a sentence. */
export function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  return text
    .split("\n")
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== "");
}
