// Tests: test/browser/dashboard-merchandising.test.ts.
import { ActionIcon, Stack } from '@mantine/core';
import { limits } from '../../../../contract/limits.ts';
import type { ProductRow } from '../../../../contract/products.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { ProductSearch } from '../../parts/product-search.tsx';
import classes from './rules.module.css';

interface ProductPickerProps {
  readonly label: string;
  /** External ids in their order. */
  readonly ids: readonly string[];
  /** The products that are known, by external id. */
  readonly known: ReadonlyMap<string, ProductRow>;
  readonly isOrdered: boolean;
  /** Text that is typed while no product is chosen for it. */
  readonly text: string;
  readonly fault: string | undefined;
  readonly onType: (text: string) => void;
  readonly onChange: (ids: readonly string[], chosen?: ProductRow) => void;
}

/**
 * A list of products that a person finds by typing (`GET /products`), can order and remove. An id that the catalog
 * lacks can be taken as well, for a product that comes later. At most `limits.merchandisingProductsPerList`.
 */
export function ProductPicker(props: ProductPickerProps) {
  const { label, ids, known, isOrdered, text, fault, onType, onChange } = props;
  const move = (index: number, by: number) => {
    const id = ids[index] ?? '';
    onChange(ids.toSpliced(index, 1).toSpliced(index + by, 0, id));
  };
  return (
    <Stack gap={8}>
      {ids.length > 0 && (
        <ul className={classes.products} aria-label={`${label}: chosen`}>
          {ids.map((id, index) => {
            const name = known.get(id)?.title ?? id;
            return (
              <li key={id} className={classes.product}>
                <ProductPicture url={known.get(id)?.image_url ?? null} size={36} />
                <span className={classes.words}>
                  <span className={classes.title}>{name}</span>
                  {known.has(id) || <span className={classes.missing}>Not in the catalog yet</span>}
                </span>
                {isOrdered && index > 0 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={32}
                    aria-label={`Move ${name} up`}
                    onClick={() => move(index, -1)}
                  >
                    <Icon name="up" size={16} />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(ids.toSpliced(index, 1))}
                >
                  <Icon name="close" size={16} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      {ids.length < limits.merchandisingProductsPerList && (
        <ProductSearch
          label={label}
          text={text}
          fault={fault}
          onType={onType}
          onChoose={(id, product) => {
            if (!ids.includes(id)) onChange([...ids, id], product);
          }}
        />
      )}
    </Stack>
  );
}
