import { contentWords, sentencesOf } from "./words.ts";

/** The provider's answer to a conversation. */
export interface PromptAnswer {
  reply: string;
  handover: boolean;
  reason: string;
}

/** Words people use to ask for a human, in the languages of the demo people. */
const PERSON_WORDS = ["human", "person", "persona", "pessoa", "mensch", "humano", "humain", "agent", "operator"];

/** The part of a prompt that contains the customer's knowledge, as the gateway marks it. */
const KNOWLEDGE = /<knowledge>([\s\S]*)<\/knowledge>/;

const NOTHING_FOUND = "I don't find that in what I was given. Shall I hand you over to a colleague?";

/**
 * Answers by rule, not by understanding: with the knowledge sentence that shares the most words with the question, or
 * the first of several. It never follows instructions in a person's messages.
 * @param prompt everything above the messages; without marked knowledge, all of it is searched.
 * @param question the person's last text; empty: a picture or a file alone.
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
