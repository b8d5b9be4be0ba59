import classes from './wordmark.module.css';

/** The name with the caret of a box that is being typed into. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      Foretype
      <span className={classes.caret} aria-hidden="true" />
    </span>
  );
}
