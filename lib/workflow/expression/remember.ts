/** Characters of source that stay parsed; the oldest texts go first. */
const rememberedCharacters = 500_000;

/** What a pure parser said about a text, kept for the next time. The results are shared: nobody may change them. */
export function remember<Result>(parse: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = parse(text);
    if (text.length > rememberedCharacters / 10) return result;
    results.set(text, result);
    // Empty texts have a size too, as entries of the map.
    characters += text.length + 1;
    for (const oldest of results.keys()) {
      if (characters <= rememberedCharacters) break;
      results.delete(oldest);
      characters -= oldest.length + 1;
    }
    return result;
  };
}
