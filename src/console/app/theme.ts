import { createTheme, type PaletteOptions } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { components } from './theme-components.ts';

// Text has 4.5:1 on background and paper in both schemes; main colours are also used for text.
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
  // MUI's default leaves muted text below 4.5:1.
  action: { selected: 'rgb(230 235 241 / 0.1)' },
  primary: { main: '#3fb8a8', contrastText: '#0f1720' },
  secondary: { main: '#a9b8c8', contrastText: '#0f1720' },
  success: { main: '#7fbf98', contrastText: '#0f1720' },
  warning: { main: '#d3a94f', contrastText: '#0f1720' },
  error: { main: '#e08c85', contrastText: '#0f1720' },
  info: { main: '#86aeda', contrastText: '#0f1720' },
};

export const theme = createTheme({
  // public/theme.js sets the same attribute before the first paint.
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 8 },
  transitions: {
    duration: {
      shortest: 100,
      shorter: 100,
      short: 150,
      standard: 150,
      complex: 150,
      enteringScreen: 150,
      leavingScreen: 100,
    },
  },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  // Four sizes and two weights.
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
