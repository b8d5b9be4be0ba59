/**
 * Answers for one box: asked through a session of the client, read and remembered as the widget does, with the labels of the page's
 * language beside them. Discovery stands in for a query without results. It shows nothing; a refused question rejects.
 */
// Tests: test/browser/react-package.test.ts.
import type { Client, SearchSession } from '@foretype/client';
import { type Answer, readAnswer } from '../../../widget/src/answer.ts';
import { createAnswerCache } from '../../../widget/src/answer-cache.ts';
import { createLabels, type Wording } from '../../../widget/src/labels.ts';

/** Answers and labels of one box. */
export interface Answers {
  readonly recall: (query: string) => Answer | null;
  /** Gives what there is to show for a query, one after another; ends at once where a newer question replaced it. */
  load(query: string, limit: number, signal: AbortSignal): AsyncGenerator<Answer, void>;
  readonly wording: (language: string) => Wording;
}

/** `own`: labels by the names of `data-label-NAME`. */
export function createAnswers(
  client: Client,
  session: SearchSession,
  own: Readonly<Record<string, string>>,
  languageOf: () => string,
): Answers {
  const cache = createAnswerCache();
  const attributes = Object.fromEntries(
    Object.entries(own).map(([name, label]) => [`label${name[0]?.toUpperCase()}${name.slice(1)}`, label]),
  );
  const labels = createLabels({ attributes, labelsUrl: `${client.url}/widget/` });

  async function fetchAnswer(query: string, limit: number, signal: AbortSignal): Promise<Answer | null> {
    const asked = session.search(query, { limit, compare_at_price: '1', signal });
    const [body] = await Promise.all([asked, labels.load(languageOf())]);
    if (body === null) return null;
    const answer = readAnswer(body, query, limit);
    cache.remember(answer);
    return answer;
  }
  return {
    recall: cache.recall,
    async *load(query, limit, signal) {
      const answer = await fetchAnswer(query, limit, signal);
      if (answer === null) return;
      yield answer;
      if (!query || answer.found[0]) return;
      // If nothing is found, discovery stands below when it arrives.
      const offer = cache.recall('') ?? (await fetchAnswer('', limit, signal));
      if (offer !== null && !offer.isNone) yield { ...offer, query, isNone: true };
    },
    wording: labels.wording,
  };
}
