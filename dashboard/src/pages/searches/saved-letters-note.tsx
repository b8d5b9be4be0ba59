// Tests: test/browser/dashboard-analytics.test.ts.
import { formatRough } from '../../words/numbers.ts';
import type { SavedLetters } from '../../words/search-flow.ts';
import classes from './searches.module.css';

/** Says how many letters shoppers did not have to type, with a bar of what they typed. Makes no call. */
export function SavedLettersNote({ letters }: { readonly letters: SavedLetters }) {
  const { typed, meant, saved, inAll } = letters;
  return (
    <div className={classes.saved}>
      <p>
        Shoppers type {typed.toFixed(1)} letters of {meant.toFixed(1)}: about <b>{saved.toFixed(1)} saved</b>{' '}
        per clicked search, {formatRough(inAll)} in this period.
      </p>
      <div className={classes.letters} aria-hidden="true">
        <span style={{ flexGrow: Math.min(typed, meant) }} />
        <span style={{ flexGrow: saved }} />
      </div>
      <p className={classes.basis}>Estimated from the length of the top searches.</p>
    </div>
  );
}
