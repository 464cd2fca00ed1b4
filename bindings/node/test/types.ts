// Compiled by TypeScript, not run: the types agree with how the package is used.
import { Call, ManifactError, Matrix, Model, Solver, Vectorizer, cluster } from '..'

async function main(texts: string[], signal: AbortSignal): Promise<void> {
  const call: Call = { signal, threads: 2, onProgress: ({ stage, done }) => `${stage} ${done}` }
  const model: Model = await cluster(texts, { clusters: 3, ...call })
  const labels: Int32Array = await model.assign(['a text'], { signal })
  const terms: number[] = model.topTerms(0, { score: 'lift', count: 5 }).terms
  const values: Float64Array = model.view('memberships').values
  const X: Matrix = await Vectorizer.create({ language: 'german' }).fitTransform(texts)
  const other: Model = await Solver.create('lccf', { neighbors: 5 }).setGraph(null).fit(X, 3, call)
  const { weakness } = await other.topicNumbers({ X })
  const isEmpty: boolean = weakness[0] === 'empty'
  // @ts-expect-error: no such score
  model.topTerms(0, { score: 'best' })
  // @ts-expect-error: the number of clusters is missing
  await cluster(texts, {})
  // @ts-expect-error: texts are no numbers
  await model.assign([1, 2])
  try {
    await Model.load('x')
  } catch (error) {
    if (error instanceof ManifactError) console.log(error.code, error.status)
  }
  console.log(labels, terms, values, isEmpty)
}

main([], new AbortController().signal)
