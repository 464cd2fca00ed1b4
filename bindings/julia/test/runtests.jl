using LinearAlgebra
using Manifact
using SparseArrays
using Test

const LIB = Manifact.LibManifact

const WORDS = ["ship sail harbor wave anchor captain tide island storm port",
    "oven flour butter sugar recipe bake salt dinner spoon plate",
    "rocket orbit planet star moon launch engine comet signal probe"]

# Texts of three topics in turn, by a generator of numbers of its own.
function make_texts(count)
    state = UInt64(1)
    draw(n) = (state = (state * 6364136223846793005 + 1442695040888963407) % 2^62;
        Int(state >> 33) % n + 1)
    common = split("today people report year city")
    return [join([[rand_of(draw, split(WORDS[(i-1)%3+1])) for _ in 1:12];
        [rand_of(draw, common) for _ in 1:5]], " ") for i in 1:count]
end
rand_of(draw, words) = words[draw(length(words))]

# Counts of three blocks of features: 60 features x n documents.
function make_counts(documents)
    X = zeros(60, documents)
    for j in 1:documents, i in 1:60
        own = div(i - 1, 20) == (j - 1) % 3
        X[i, j] = own ? (i * 7 + j * 11) % 5 : Int((i * 13 + j * 17) % 23 == 0)
    end
    return sparse(X)
end

known_classes(documents) = [(j - 1) % 3 for j in 1:documents]

@testset "documents" begin
    X = make_counts(30)
    for given in (X, SparseMatrixCSC{Float64,Int32}(X), SparseMatrixCSC{Float32,Int64}(X),
            Matrix(X), Matrix{Float32}(X), view(Matrix(X), :, :), sparse(X')', Matrix(X')',
            SparseMatrixCSC{Int,Int}(X))
        D = Documents(given)
        @test size(D) == (60, 30)
        @test SparseMatrixCSC(D) == X
    end
    part = view(Matrix(X), 1:50, 3:20)
    @test SparseMatrixCSC(Documents(part)) == X[1:50, 3:20]
    @test Manifact.is_dense(Documents(Matrix(X))) && !Manifact.is_dense(Documents(X))
    @test_throws ManifactError Documents(fill(NaN, 3, 4))
    mktempdir() do folder
        path = joinpath(folder, "X.mtx")
        write_documents(path, Documents(X))
        @test SparseMatrixCSC(read_documents(path)) == X
    end
    lines = parse_documents(Vector{UInt8}("3 1:2.5\n-1 2:1\n"), "lines.svm")
    @test row_labels(lines) == [3.0, -1.0]
    D = Documents(X)
    close(D)
    close(D)
    @test !isopen(D)
    @test_throws ArgumentError size(D)
end

@testset "options" begin
    solver = Solver("lccf"; neighbors=5, max_iterations=7, keep_data=false)
    solver["lambda"] = 12
    solver["start"] = "lsi"
    @test solver["neighbors"] === Int64(5)
    @test solver["lambda"] === 12.0
    @test solver["keep-data"] === false
    @test solver["start"] == "lsi"
    reset_option!(solver, "neighbors")
    reset_option!(solver)
    @test solver["max-iterations"] != 7
    failure = try
        solver["no-such"] = 1
    catch exception
        exception
    end
    @test failure isa ManifactError && failure.status == LIB.MANIFACT_ERROR_OPTION
    @test occursin("no-such", sprint(showerror, failure))
    @test_throws ManifactError Solver("no-such")
    @test any(method.name == "lccf" for method in Manifact.method_infos())
    @test Manifact.method_uses("lccf", "neighbors")
    expert = Dict(option.name => option.expert for option in Manifact.option_infos())
    @test expert["update"] && !expert["neighbors"]
end

@testset "fit" begin
    X = make_counts(90)
    model = fit(Solver("lccf"; seed=7), X, 3)
    found = labels(model)
    @test evaluate(known_classes(90), found).accuracy > 0.95
    @test sort(unique(found)) == [1, 2, 3]
    @test sizes(model) == [count(==(c), found) for c in 1:3]
    @test size(memberships(model)) == (3, 90)
    @test size(associations(model)) == (90, 3)
    @test size(basis(model)) == size(centroids(model)) == (60, 3)
    @test all(sum(Manifact.proportions(model); dims=1) .≈ 1)
    @test last(history(model)) == Manifact.objective(model)
    @test Manifact.option(model, "seed") == Manifact.options(model)["seed"] == "7"
    @test assign(model, X) == assign(model, Matrix(X)) == assign(model, Documents(X))
    given = assign_proportions(model, X; threads=2)
    @test given.labels == assign(model, X) && size(given.proportions) == (3, 90)
    @test issorted(last.(representatives(model, 1; count=5)); rev=true)
    io = IOBuffer()
    save_model(io, model)
    @test labels(load_model(take!(io))) == found
    @test Manifact.feature_labels(model) === nothing
    both = fit(Solver("drcc"), X, 3)
    l = Manifact.n_feature_clusters(both)
    @test size(Manifact.core(both)) == size(Manifact.blocks(both)) == (3, l)

    solver = Solver("lccf"; max_iterations=3)
    set_start_labels!(solver, found)
    set_start_factors!(solver, memberships(model); W=associations(model))
    fit(solver, X, 3)
    set_start_model!(solver, model)
    @test_throws ArgumentError set_start_labels!(solver, [0, 1])
    @test suggest_k(Solver("lccf"), X; from=2, to=6).k == 3
    graph = knn_graph(Documents(X); neighbors=5)
    @test issymmetric(SparseMatrixCSC(graph))
    set_graph!(solver, Graph(SparseMatrixCSC(graph)))
    fit(solver, X, 3)
end

@testset "progress, exceptions, cancel" begin
    X = Documents(make_counts(90))
    endless() = Solver("lccf"; max_iterations=10^9, tolerance=0)
    stages = Set{String}()
    fit(Solver("lccf"), X, 3; progress=(stage, _...) -> (push!(stages, stage); nothing))
    @test "fit" in stages
    stopped = try
        fit(endless(), X, 3; progress=(_...) -> true)
    catch exception
        exception
    end
    @test stopped isa ManifactError && stopped.status == LIB.MANIFACT_ERROR_CANCELLED
    @test_throws DomainError fit(endless(), X, 3; progress=(_...) -> throw(DomainError(1)))
    @test_throws InterruptException fit(endless(), X, 3;
        progress=(_...) -> throw(InterruptException()))
    token = CancelToken()
    @test_throws ManifactError fit(endless(), X, 3; cancel=token,
        progress=(_...) -> (request_cancel(token); nothing))
    solver = endless()
    @test_throws ManifactError fit(solver, X, 3; progress=(_...) -> (fit(solver, X, 3); nothing))
end

@testset "constraints" begin
    given = [j <= 12 ? class : -1 for (j, class) in enumerate(known_classes(90))]
    known = Constraints(90; labels=given, pairs=[(21, 24, 1), (21, 22, -1)])
    @test Manifact.counts(known).classes == 3
    @test listed(known, "pairs") == [(21, 22, -1.0), (21, 24, 1.0)]
    @test Manifact.counts(Constraints(3; labels=[missing, 0, 5])).labeled == 2
    solver = Solver("rcf")
    set_constraints!(solver, known)
    model = fit(solver, make_counts(90), 3)
    @test evaluate(known_classes(90), labels(model)).accuracy > 0.95
    Manifact.violations(model)
    @test_throws DimensionMismatch Constraints(3; labels=[0, 1])
end

@testset "texts and topics" begin
    texts = make_texts(90)
    model = cluster_texts(texts, 3)
    @test length(unique(labels(model))) == 3
    @test assign_texts(model, texts[1:6]) == labels(model)[1:6]
    @test !isempty(title(model, 1)) && first(top_terms(model, 1))[1] isa String
    @test Manifact.column(model, "excerpt") == texts
    merged = Manifact.merge_topics(model, [1, 3])
    named = Manifact.rename_topic(merged, 1, "first")
    @test title(named, 1) == "first" && length(Manifact.edits(named)) == 2
    hierarchy = Manifact.tree(model)
    @test size(hierarchy.steps) == (2, 2) && sort(hierarchy.order) == [1, 2, 3]
    @test sort(unique(Manifact.tree_cut(model, 2))) == [1, 2]
    changed = compare(model, merged, collect(1:90))
    @test changed.before == ["joined", "stayed", "joined"] && changed.after == ["joined", "stayed"]
    @test compare(model, model).partners == [1, 2, 3]
    @test length(common_documents(model, merged)) == 90
    @test Manifact.new_topics(model).count == 0
    grouped = Manifact.rename_group(model, [3, 1], "both")
    @test Manifact.group_name(grouped, [1, 3]) == "both"
    @test Manifact.group_name(grouped, [1, 2]) == ""
    joined = join_models(Solver(model), model, model)
    @test joined.topics == [1, 2, 3] && joined.common == 90 && length(labels(joined.model)) == 90
    tested = group_test(model, labels(model), 3)
    @test all(tested.adjusted .< 1e-6)
    @test length(group_terms(model, labels(model), 1, 1)) <= 10
    @test length(suggest_pairs(model, 4)) == 4
    asked = suggest_labels(model, 4)
    @test length(asked) == 4 && allunique(first.(asked))
    @test Manifact.phrases(model, 1) == title(model, 1)
    counted = Manifact.timeline(model, [div(i - 1, 30) + 1 for i in 1:90], 3)
    @test sum(counted) == 90
    names = Manifact.vectorizer(model)
    more, counts_of_terms = transform_counted(names, texts[1:5])
    updated = Manifact.update(model, more; terms=counts_of_terms,
        columns=["excerpt" => texts[1:5]])
    @test length(labels(updated)) == 95
    @test Manifact.drift(updated, 1).documents == 5
    by_texts = Manifact.update_texts(model, [text * " tungsten" for text in texts[1:5]])
    @test Manifact.column(by_texts, "excerpt")[91:95] == [text * " tungsten" for text in texts[1:5]]
    more_terms = Manifact.drift(by_texts, 1)
    @test more_terms.terms == Manifact.drift(updated, 1).terms + 5
    @test more_terms.unknown == Manifact.drift(updated, 1).unknown + 5
    @test_throws DimensionMismatch group_test(model, [1, 2], 2)
    @test_throws DimensionMismatch Manifact.timeline(model, fill(1, 91), 1)
end

@testset "many fits" begin
    X = make_counts(30)
    for _ in 1:200
        close(fit(Solver("kmeans"), X, 3))
    end
    GC.gc()
    @test Manifact.counts(fit(Solver("kmeans"), X, 3)).documents == 30
end
