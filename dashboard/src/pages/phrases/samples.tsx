// Tests: test/browser/dashboard-phrase-groups.test.ts, test/browser/dashboard-type-review.test.ts.
import { Link } from '@tanstack/react-router';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './phrases.module.css';

interface SamplesProps {
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly samples: readonly {
    readonly external_id: string;
    readonly title: string;
    readonly image_url: string | null;
    /** What is shown of it. */
    readonly text: string;
  }[];
}

/** Some products with their pictures, each a link to its page. */
export function Samples({ label, samples }: SamplesProps) {
  const { storeId } = useStore();
  return (
    <ul className={classes.samples} aria-label={label}>
      {samples.map((sample) => (
        <li key={sample.external_id} className={classes.sample}>
          <ProductPicture url={sample.image_url} size={32} />
          <span dir="auto">
            <Link
              to="/stores/$storeId/products/$externalId"
              params={{ storeId, externalId: sample.external_id }}
              className={classes.title}
              title={sample.title}
            >
              {sample.text}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
