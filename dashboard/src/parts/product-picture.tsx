// Tests: test/browser/dashboard.test.ts.
import { useState } from 'react';
import { Icon } from './icon.tsx';
import classes from './product-picture.module.css';

interface ProductPictureProps {
  readonly url: string | null;
  /** The side of the square in pixels; `fill` takes the available width. */
  readonly size: number | 'fill';
}

/**
 * Shows a product's picture, or a plain tile if there is none or it cannot be loaded. Screen readers skip it: the title
 * is beside it. The picture's server does not learn the dashboard's address.
 */
export function ProductPicture({ url, size }: ProductPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isFilling = size === 'fill';
  const box = isFilling ? { width: '100%', aspectRatio: '1' } : { width: size, height: size };
  if (url === null || url === broken) {
    return (
      <span className={classes.tile} style={box}>
        <Icon name="image" size={isFilling ? 28 : Math.min(28, Math.round(size / 2.2))} />
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      style={box}
      src={url}
      alt=""
      {...(isFilling ? {} : { width: size, height: size })}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}
