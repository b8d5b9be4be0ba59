/**
 * What an answer says in words: the note above its choices, the names of its groups, and what a screen reader announces. Pure; every
 * word is the page's own label.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-readers.test.ts.
import { type Answer, isSingle, regions } from './answer.ts';
import { corrected, none, popular, suggestions, type Wording } from './labels.ts';

/** The note above the choices in pieces, of which the second is emphasized; empty if none is needed. */
export function noteOf({ query, correctedQuery, isNone }: Answer, { say }: Wording): string[] {
  if (isNone) return [`${say(none)}: “${query}”`];
  const [before = '', after = ''] = say(corrected).split('{query}');
  return correctedQuery ? [before, correctedQuery, after] : [];
}

/** The name of a group by its place; suggestions that answer no query are popular ones. */
export function nameGroup({ query, isNone }: Answer, place: number, { say }: Wording): string {
  return say(place === suggestions && (!query || isNone) ? popular : place);
}

/** The number of choices by group, of groups that can have several. */
export function countGroups({ choices }: Answer): Record<string, number> {
  const counted = regions.filter((region) => !isSingle(region));
  return Object.fromEntries(
    counted.map((region) => [region, choices.filter(({ group }) => group === region).length]),
  );
}

/** The announcement of an answer: its note, and how many choices there are, unless they only stand in for none. */
export function sayAnswer(answer: Answer, wording: Wording): string {
  const counts = countGroups(answer);
  const groups = regions.map((region, place) =>
    counts[region] && !answer.isNone ? `${wording.say(place)}: ${counts[region]}` : '',
  );
  return [noteOf(answer, wording).join(''), ...groups].filter(Boolean).join(', ');
}
