import type { Components, Theme } from '@mui/material/styles';

const focusRing = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } as const;

// Field borders need 3:1 (WCAG 1.4.11); dividers are decoration and stay faint.
const fieldBorder = 'color-mix(in srgb, var(--mui-palette-text-secondary) 75%, transparent)';

const reducedMotion = {
  animationDuration: '0.01ms !important',
  animationIterationCount: '1 !important',
  transitionDuration: '0.01ms !important',
  scrollBehavior: 'auto !important',
};

/** One height for buttons and inputs, finger-sized on phones; labels are above the field. */
export const components: Components<Omit<Theme, 'components'>> = {
  MuiCssBaseline: {
    styleOverrides: {
      // Keeps scrolled or focused elements clear of the top bar and a form's buttons.
      html: { scrollPaddingBlock: '64px 80px', accentColor: 'var(--mui-palette-primary-main)' },
      'b, strong, th': { fontWeight: 600 },
      // A stored name may have characters that turn text: it turns only itself, not the sentence around it.
      'a, b, button, li, option, small, span, strong': { unicodeBidi: 'isolate' },
      'code, kbd': { fontFamily: 'inherit' },
      ':focus-visible': focusRing,
      'h1:focus': { outline: 'none' },
      '@media (prefers-reduced-motion: reduce)': { '*, *::before, *::after': reducedMotion },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&:focus-visible, &.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        // Forced colours show only borders.
        border: '1px solid transparent',
        padding: '4px 16px',
        whiteSpace: 'nowrap',
        [theme.breakpoints.down('sm')]: { minHeight: 44 },
        // Forced colours remove the background that marks the selection.
        '@media (forced-colors: active)': {
          '&[aria-pressed=true], &[aria-current]': {
            background: 'Highlight',
            color: 'HighlightText',
            forcedColorAdjust: 'none',
          },
        },
        variants: [
          {
            props: { variant: 'outlined' },
            style: { borderColor: fieldBorder, background: theme.vars?.palette.background.paper },
          },
          { props: { variant: 'text' }, style: { padding: '4px 8px' } },
          // Only the filled button of a page is green.
          ...(['outlined', 'text'] as const).map((variant) => ({
            props: { variant, color: 'primary' } as const,
            style: {
              color: theme.vars?.palette.text.primary,
              fontWeight: 500,
              '&:hover': {
                borderColor: variant === 'outlined' ? fieldBorder : 'transparent',
                background: theme.vars?.palette.action.hover,
              },
              '&[aria-pressed=true]': { background: theme.vars?.palette.action.selected },
            },
          })),
          {
            props: { size: 'small' },
            style: {
              minHeight: 28,
              padding: '0 8px',
              fontSize: '0.8125rem',
              [theme.breakpoints.down('sm')]: { minHeight: 44 },
            },
          },
        ],
      }),
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  // Underlined, because it has the colour of the text around it.
  MuiLink: { defaultProps: { color: 'textPrimary', underline: 'always' } },
  MuiSkeleton: {
    defaultProps: { animation: 'pulse', variant: 'rounded' },
    styleOverrides: { root: { background: 'color-mix(in srgb, var(--mui-palette-text-primary) 6%, transparent)' } },
  },
};
