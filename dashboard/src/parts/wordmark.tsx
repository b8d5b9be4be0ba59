// Tests: test/browser/dashboard.test.ts.
import classes from './wordmark.module.css';

/** The product's name with the caret of a text box. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      Foretype
      <span className={classes.caret} aria-hidden="true" />
    </span>
  );
}
