import { useState } from 'react';
import { Icon } from './icon.tsx';
import classes from './product-picture.module.css';

interface ProductPictureProps {
  readonly url: string | null;
  /** Of the square, in pixels; `fill` is as wide as there is room. */
  readonly size: number | 'fill';
}

/** A product's picture, or a quiet tile where there is none or it cannot be fetched. Its title stands beside it. */
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
