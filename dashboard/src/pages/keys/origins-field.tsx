import { TagsInput, type TagsInputProps } from '@mantine/core';

/** From which sites a storefront key may be used. */
export function OriginsField(props: Pick<TagsInputProps, 'value' | 'onChange' | 'error'>) {
  return (
    <TagsInput
      label="Allowed origins"
      description="Such as https://shop.example. Press Enter after each. Empty allows any site."
      splitChars={[',', ' ']}
      acceptValueOnBlur
      clearable={false}
      {...props}
    />
  );
}
