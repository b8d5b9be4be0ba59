// Tests: test/browser/dashboard.test.ts.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/call.ts';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './first-steps.module.css';

/**
 * Four steps from an empty store to a dropdown in the shop, with a tick at those that are done. Reads the keys (`GET
 * /keys`).
 */
export function FirstSteps() {
  const { storeId } = useStore();
  const keys =
    useRead(storeId, 'GET /keys', {}).data?.keys.filter(({ revoked_at }) => revoked_at === null) ?? [];
  const storefront = keys.filter(({ kind }) => kind === 'storefront');
  const link = { params: { storeId }, className: classes.link ?? '' };
  return (
    <Panel title="Four steps to a dropdown in your shop" lead="About ten minutes.">
      <ol className={classes.steps}>
        <Step title="Create a storefront key" isDone={storefront.length > 0}>
          <Link to="/stores/$storeId/install" {...link}>
            One key
          </Link>{' '}
          for the pages of your shop, bound to its address.
        </Step>
        <Step title="Import your products" isDone={false}>
          <Link to="/stores/$storeId/imports/new" {...link}>
            Drop a CSV file
          </Link>{' '}
          of your shop; exports of Shopify, WooCommerce and Google Merchant are understood. Or send products
          through the API.
        </Step>
        <Step title="Type like a shopper" isDone={false}>
          The{' '}
          <Link to="/stores/$storeId/empty-box" {...link}>
            search box
          </Link>{' '}
          shows the dropdown and says why each product has its position.
        </Step>
        <Step title="Add one line to your shop" isDone={storefront.some((key) => key.last_used_at !== null)}>
          You find it{' '}
          <Link to="/stores/$storeId/install" {...link}>
            beside the keys
          </Link>
          , ready to copy.
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone}>
      <span className={classes.sign} aria-hidden="true">
        {isDone && <Icon name="check" size={15} />}
      </span>
      <div>
        <p className={classes.title}>
          {title}
          {isDone && ' (done)'}
        </p>
        <p className={classes.words}>{children}</p>
      </div>
    </li>
  );
}
