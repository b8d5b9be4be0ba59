// Tests: test/browser/dashboard-query.test.ts.
import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlaceOfProduct } from '../../../../contract/playground.ts';
import { useRead } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { ProductSearch } from '../../parts/product-search.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './why-panel.module.css';

interface WhyPanelProps {
  readonly q: string;
  /** The product that the page was opened for. */
  readonly initial: string | null;
}

/**
 * Says at which position a chosen product is for the query, and why it is not higher or missing (`GET
 * /playground/why`). Products are found by typing (`GET /products`). A failure is a note.
 */
export function WhyPanel({ q, initial }: WhyPanelProps) {
  const { storeId } = useStore();
  const [externalId, setExternalId] = useState(initial);
  const isAsked = externalId !== null && q !== '';
  const options = { query: { q, external_id: externalId }, keepsPrevious: true, staleMs: 0 };
  const why = useRead(storeId, 'GET /playground/why', isAsked ? {} : null, options);
  return (
    <Panel title="Why is a product not here?" lead="Choose a product to see its position for this query.">
      <Stack>
        <ProductSearch label="Product" onChoose={setExternalId} />
        {why.isError && <FailureNote error={why.error} />}
        {isAsked && why.data !== undefined && <Verdict why={why.data} />}
      </Stack>
    </Panel>
  );
}

function Verdict({ why }: { readonly why: PlaceOfProduct }) {
  const { storeId } = useStore();
  const { product, reason } = why;
  return (
    <div className={classes.verdict} role="status">
      {product !== null && <ProductPicture url={product.image_url} size={46} />}
      <div>
        {product !== null && (
          <Link
            to="/stores/$storeId/products/$externalId"
            params={{ storeId, externalId: product.external_id }}
            className={classes.title}
          >
            {product.title}
          </Link>
        )}
        <p className={classes.words}>{reason.message}</p>
      </div>
    </div>
  );
}
