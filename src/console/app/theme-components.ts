import type { Components, Theme } from '@mui/material/styles';

const focusRing = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } as const;

// Field borders need 3:1 (WCAG 1.4.11); dividers are decoration and stay faint.
const fieldBorder = 'color-mix(in srgb, var(--mui-palette-text-secondary) 75%, transparent)';

/** A notice's background: visible, but with enough contrast for text. */
const tinted = (tone: string) => ({
  border: `1px solid color-mix(in srgb, var(--mui-palette-${tone}-main) 45%, var(--mui-palette-background-paper))`,
  background: `color-mix(in srgb, var(--mui-palette-${tone}-main) 6%, var(--mui-palette-background-paper))`,
  color: 'var(--mui-palette-text-primary)',
  '& .MuiAlert-icon': { color: `var(--mui-palette-${tone}-main)` },
});

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
      body: { fontVariantNumeric: 'tabular-nums' },
      'b, strong, th': { fontWeight: 600 },
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
  MuiFormControlLabel: {
    styleOverrides: { root: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { minHeight: 44 } }) },
  },
  MuiTab: { styleOverrides: { root: { minHeight: 44, padding: '8px 12px' } } },
  MuiTableCell: {
    styleOverrides: {
      root: { padding: '8px 12px', borderColor: 'var(--mui-palette-divider)' },
      head: { color: 'var(--mui-palette-text-secondary)', fontSize: '0.8125rem', fontWeight: 600, lineHeight: '20px' },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: {
        padding: '8px 16px',
        fontSize: '0.875rem',
        variants: (['info', 'success', 'warning', 'error'] as const).map((severity) => ({
          props: { severity },
          style: tinted(severity),
        })),
      },
      message: { padding: '4px 0' },
      icon: { padding: '4px 0' },
    },
  },
  MuiSkeleton: { defaultProps: { animation: 'pulse' } },
  MuiLink: { defaultProps: { underline: 'hover' } },
};
