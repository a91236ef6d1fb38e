// Runs before the first paint: the chosen theme, or the system's, never flashes, and the texts are
// on their way while the page itself is still loading.
{
  let theme, language;
  try {
    ({ theme, language } = JSON.parse(localStorage.getItem('sommet.settings') ?? '{}'));
  } catch {
    // Without storage the system's wishes apply.
  }
  const texts = new Map(
    (document.currentScript.dataset.texts ?? '').split(' ').map((entry) => entry.split('=')),
  );
  if (!texts.has(language))
    language =
      navigator.languages
        .map((tag) => tag.toLowerCase().split('-')[0])
        .find((tag) => texts.has(tag)) ?? 'en';
  document.documentElement.lang = language;
  if (texts.has(language)) {
    const ahead = document.createElement('link');
    ahead.rel = 'modulepreload';
    ahead.href = texts.get(language);
    document.head.append(ahead);
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
}
