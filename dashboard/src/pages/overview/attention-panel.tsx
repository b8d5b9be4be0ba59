// Tests: test/browser/dashboard.test.ts.
import { Link } from '@tanstack/react-router';
import type { Attention } from '../../../../contract/overview.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { parseAddress } from '../../words/addresses.ts';
import { inPageWords } from '../../words/feeds.ts';
import classes from './attention-panel.module.css';

/**
 * Lists what a merchant should look at, the worst first, each with a link to what helps. Makes no call; says so where
 * all is well.
 */
export function AttentionPanel({ attention }: { readonly attention: readonly Attention[] }) {
  return (
    <Panel title="Needs attention" flush={attention.length > 0}>
      {attention.length === 0 ? (
        <EmptyNote icon="check" title="All is well">
          Failed imports and feeds, full plans and incomplete products show here.
        </EmptyNote>
      ) : (
        <ul className={classes.list}>
          {attention.map(({ code, severity, message, action, link }) => (
            <li key={`${code} ${link}`} className={classes.item} data-severity={severity}>
              <span className={classes.sign}>
                <Icon name={severity} size={18} />
              </span>
              <div>
                <p className={classes.message}>{inPageWords(message)}</p>
                {link === null ? (
                  <p className={classes.message}>{action}</p>
                ) : (
                  <Link {...parseAddress(link)} className={classes.action}>
                    {action}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
