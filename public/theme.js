// The theme chosen in the account menu, or the system's; the app takes over from here with the same key and attribute.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the system's theme it is.
  }
  if (chosen !== 'light' && chosen !== 'dark')
    chosen = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-theme', chosen);
})();
