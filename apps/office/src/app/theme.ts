import { createTheme, type VariantColorsResolver } from '@mantine/core';
import styles from './theme.module.css';

const none = '1px solid transparent';

/** Buttons in the colours of tokens.css: one green action, quiet others, red for what harms. */
const variantColorResolver: VariantColorsResolver = ({ variant }) => {
  if (variant === 'filled')
    return {
      background: 'var(--pitch)',
      hover: 'var(--pitch-hover)',
      color: 'var(--pitch-ink)',
      border: none,
    };
  if (variant === 'danger') {
    return {
      background: 'var(--card)',
      hover: 'var(--red-wash)',
      color: 'var(--red)',
      border: '1px solid var(--red)',
    };
  }
  if (variant === 'subtle')
    return { background: 'transparent', hover: 'var(--raised)', color: 'var(--text)', border: none };
  return {
    background: 'var(--card)',
    hover: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--field-line)',
  };
};

/** The look of Mantine's components; its colours come from tokens.css. */
export const theme = createTheme({
  variantColorResolver,
  defaultRadius: 'md',
  components: {
    Button: { defaultProps: { size: 'xs' }, classNames: { root: styles.button } },
    ActionIcon: { defaultProps: { size: 'md' } },
    InputWrapper: { classNames: { description: styles.hint } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Checkbox: {
      defaultProps: { size: 'xs' },
      classNames: { label: styles.label, description: styles.hint },
    },
    Switch: { defaultProps: { size: 'xs' } },
    Skeleton: { defaultProps: { animate: false, radius: 'sm' }, classNames: { root: styles.skeleton } },
    Table: {
      defaultProps: { borderColor: 'var(--line)', highlightOnHoverColor: 'var(--raised)' },
      classNames: { thead: styles.thead, tfoot: styles.tfoot },
    },
  },
});
