// Tests: test/browser/dashboard-shops.test.ts.
import type { ReactNode } from 'react';
import type { ShopStep } from '../../words/shops.ts';
import classes from './shop-steps.module.css';

interface ShopStepsProps {
  readonly label: string;
  readonly steps: readonly ShopStep[];
  /** Stands below the steps. */
  readonly children?: ReactNode;
}

/** Shows what to do in a shop’s own system, as a person clicks through its menus. Makes no call. */
export function ShopSteps({ label, steps, children }: ShopStepsProps) {
  return (
    <section className={classes.guide} aria-label={label}>
      <ol>
        {steps.map(({ path, text }) => (
          <li key={text}>
            <span className={classes.path}>
              {path.map((menu) => (
                <b key={menu}>{menu}</b>
              ))}
            </span>
            {text}
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}
