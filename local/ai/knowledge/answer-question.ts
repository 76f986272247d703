import { contentWords, sentencesOf } from "./words.ts";

/** The answer that the simulated provider gives in a conversation. */
export interface PromptAnswer {
  reply: string;
  handover: boolean;
  reason: string;
}

/** Words that people use to ask for a human, in the languages of the demo people. */
const PERSON_WORDS = ["human", "person", "persona", "pessoa", "mensch", "humano", "humain", "agent", "operator"];

/** Matches the part of a prompt with the customer's knowledge, as marked by the gateway. */
const KNOWLEDGE = /<knowledge>([\s\S]*)<\/knowledge>/;

const NOTHING_FOUND = "I don't find that in what I was given. Shall I hand you over to a colleague?";

/**
 * Answers by a fixed rule rather than by understanding: returns the sentence in the knowledge that shares the most
 * words with the question (the first such sentence if there are several). It never follows instructions in a person's
 * messages.
 * @param prompt everything above the messages. If it contains no marked knowledge, the whole prompt is searched.
 * @param question the person's last text. Empty if they sent only an image or a file.
 */
export function answerQuestion(prompt: string, question: string): PromptAnswer {
  const asked = contentWords(question);
  if (PERSON_WORDS.some((word) => asked.all.has(word))) {
    return { reply: "I hand you over to a colleague.", handover: true, reason: "asked_for_person" };
  }
  if (question.trim() === "") {
    return { reply: "I got it. Please tell me in words what you need.", handover: false, reason: "no_text" };
  }
  const [best] = sentencesOf(KNOWLEDGE.exec(prompt)?.[1] ?? prompt)
    .map((sentence) => ({ sentence, shared: countShared(contentWords(sentence).stems, asked.stems) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  return best
    ? { reply: best.sentence, handover: false, reason: "answered" }
    : { reply: NOTHING_FOUND, handover: false, reason: "not_in_knowledge" };
}

const countShared = (some: Set<string>, others: Set<string>) => [...some].filter((word) => others.has(word)).length;
