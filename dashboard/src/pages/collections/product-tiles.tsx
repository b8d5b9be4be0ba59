// Tests: test/browser/dashboard-collections.test.ts.
import { Link } from '@tanstack/react-router';
import type { ProductRow } from '../../../../contract/products.ts';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatPrice } from '../../words/numbers.ts';
import classes from './collections.module.css';

interface ProductTilesProps {
  readonly products: readonly ProductRow[];
  /** Whether the tiles stand beside something else. */
  readonly isSmall?: boolean;
}

/** Shows products as a shop's page would. Makes no call. */
export function ProductTiles({ products, isSmall = false }: ProductTilesProps) {
  const { storeId } = useStore();
  return (
    <ul className={`${classes.tiles} ${isSmall ? classes.small : ''}`}>
      {products.map(({ id, external_id: externalId, title, image_url: url, price, currency, in_stock }) => (
        <li key={id} className={classes.tile}>
          <ProductPicture url={url} size="fill" />
          <Link
            to="/stores/$storeId/products/$externalId"
            params={{ storeId, externalId }}
            className={classes.title}
          >
            {title}
          </Link>
          <span className={classes.price}>{formatPrice(price, currency)}</span>
          {!in_stock && <span className={classes.out}>Out of stock</span>}
        </li>
      ))}
    </ul>
  );
}
