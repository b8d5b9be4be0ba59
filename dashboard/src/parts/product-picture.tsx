import { useState } from 'react';
import { Icon } from './icon.tsx';
import classes from './product-picture.module.css';

interface ProductPictureProps {
  readonly url: string | null;
  /** Of the square, in pixels. */
  readonly size: number;
}

/** A product's picture, or a quiet tile where there is none or it cannot be fetched. Its title stands beside it. */
export function ProductPicture({ url, size }: ProductPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (url === null || url === broken) {
    return (
      <span className={classes.tile} style={box}>
        <Icon name="image" size={Math.min(28, Math.round(size / 2.2))} />
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      style={box}
      src={url}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}
