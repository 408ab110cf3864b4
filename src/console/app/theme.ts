import { createTheme, type Components, type PaletteOptions, type Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';

// Text colours keep 4.5:1 on background and paper, in both schemes; main colours are used as text, too.
const light: PaletteOptions = {
  background: { default: '#f6f7f9', paper: '#ffffff' },
  text: { primary: '#16202c', secondary: '#56616f' },
  divider: '#e3e7ec',
  primary: { main: '#0f766e', contrastText: '#ffffff' },
  secondary: { main: '#475569', contrastText: '#ffffff' },
  success: { main: '#15703c', contrastText: '#ffffff' },
  warning: { main: '#8a5300', contrastText: '#ffffff' },
  error: { main: '#b42318', contrastText: '#ffffff' },
  info: { main: '#1d5fa8', contrastText: '#ffffff' },
};

const dark: PaletteOptions = {
  background: { default: '#0f1720', paper: '#16202c' },
  text: { primary: '#e6ebf1', secondary: '#9fb0c0' },
  divider: '#26323f',
  // MUI's is so light that muted text on it falls below 4.5:1.
  action: { selected: 'rgb(230 235 241 / 0.1)' },
  primary: { main: '#5eead4', contrastText: '#0f1720' },
  secondary: { main: '#a9b8c8', contrastText: '#0f1720' },
  success: { main: '#6ee7a0', contrastText: '#0f1720' },
  warning: { main: '#fbbf24', contrastText: '#0f1720' },
  error: { main: '#ff9d94', contrastText: '#0f1720' },
  info: { main: '#8ec5ff', contrastText: '#0f1720' },
};

/** The outline of what has the keyboard's focus: the same on everything. */
const focusRing = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } as const;

// Borders that say "here is a field" need 3:1 (WCAG 1.4.11); the divider is only decoration and stays faint.
const fieldBorder = 'color-mix(in srgb, var(--mui-palette-text-secondary) 75%, transparent)';

const components: Components<Omit<Theme, 'components'>> = {
  MuiCssBaseline: {
    styleOverrides: {
      body: { fontVariantNumeric: 'tabular-nums' },
      'b, strong, th': { fontWeight: 600 },
      ':focus-visible': focusRing,
      'h1:focus': { outline: 'none' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&:focus-visible, &.Mui-focusVisible': focusRing } },
  },
  MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { minHeight: 36 } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiOutlinedInput: {
    styleOverrides: { notchedOutline: { borderColor: fieldBorder } },
  },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiSkeleton: { defaultProps: { animation: 'pulse' } },
  MuiLink: { defaultProps: { underline: 'hover' } },
};

/** The console's look: calm, dense, one typeface, tabular numerals; light, dark and the system's choice. */
export const theme = createTheme({
  // public/theme.js sets the same attribute before the first paint.
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 8 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  // Four sizes and two weights: what a text is shows in its size and colour, not in a scale of its own.
  typography: {
    fontFamily: "Inter, 'Inter fallback', system-ui, sans-serif",
    fontWeightMedium: 600,
    fontWeightBold: 600,
    h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.01em' },
    h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
    h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    subtitle1: { fontSize: '0.875rem', fontWeight: 600 },
    subtitle2: { fontSize: '0.8125rem', fontWeight: 600 },
    button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none' },
    caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
  },
  components,
});

/** Where the choice is kept; public/theme.js reads it, too. */
export const themeKey = 'theme';
